ALTER TABLE `order_lines` ADD `hand` text;--> statement-breakpoint
ALTER TABLE `orders` ADD `hand` text;--> statement-breakpoint
CREATE INDEX `orders_of_account_by_requester` ON `orders` (`account_id`,`requester_id`,`id`) WHERE "orders"."deleted_at" is null;