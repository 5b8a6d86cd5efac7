ALTER TABLE `clothing_set_products` ADD `parent_name` text;--> statement-breakpoint
ALTER TABLE `clothing_set_products` ADD `parent_description` text;--> statement-breakpoint
ALTER TABLE `clothing_set_products` ADD `file_id` integer REFERENCES files(id);--> statement-breakpoint
ALTER TABLE `clothing_set_products` ADD `version` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX `clothing_set_products_by_file` ON `clothing_set_products` (`file_id`) WHERE "clothing_set_products"."file_id" is not null;--> statement-breakpoint
ALTER TABLE `products` ADD `account_id` integer REFERENCES accounts(id);