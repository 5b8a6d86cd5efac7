ALTER TABLE `accounts` ADD `notify_impersonated` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `started_on` text;--> statement-breakpoint
ALTER TABLE `users` ADD `leaves_on` text;--> statement-breakpoint
ALTER TABLE `users` ADD `is_deleted_by_super` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `size_links_by_employee` ON `size_links` (`employee_id`);