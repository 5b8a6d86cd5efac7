ALTER TABLE `picks` ADD `claimed_at` text;--> statement-breakpoint
ALTER TABLE `picks` ADD `paused_at` text;--> statement-breakpoint
ALTER TABLE `picks` ADD `handed_over_by` integer REFERENCES users(id);--> statement-breakpoint
ALTER TABLE `picks` ADD `handed_over_at` text;