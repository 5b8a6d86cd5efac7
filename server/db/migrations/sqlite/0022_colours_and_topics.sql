-- Written by hand: the table is not made anew, which would lose its triggers.
ALTER TABLE `order_lines` ADD `variation_colour` text CONSTRAINT "colour_of_unsized" CHECK("variation_colour" is null or not "is_size_selected");--> statement-breakpoint
ALTER TABLE `orders` ADD `returned_to_draft_at` text;--> statement-breakpoint
ALTER TABLE `notifications` ADD `topic` text;--> statement-breakpoint
CREATE UNIQUE INDEX `notifications_by_topic` ON `notifications` (`topic`,`user_id`) WHERE "notifications"."topic" is not null;--> statement-breakpoint
ALTER TABLE `outbox` ADD `topic` text;--> statement-breakpoint
ALTER TABLE `outbox` ADD `expires_at` text;--> statement-breakpoint
CREATE INDEX `outbox_by_topic` ON `outbox` (`topic`,`kind`,`created_at`) WHERE "outbox"."topic" is not null;--> statement-breakpoint
UPDATE `outbox` SET `expires_at` = strftime('%Y-%m-%dT%H:%M:%fZ', `created_at`, CASE `kind` WHEN 'password_reset' THEN '+60 minutes' WHEN 'size_request' THEN '+30 days' ELSE '+7 days' END);