DROP INDEX `orders_by_status`;--> statement-breakpoint
DROP INDEX `orders_of_account_by_status`;--> statement-breakpoint
CREATE INDEX `orders_by_status` ON `orders` (`status`,`submitted_at`,`id`,`cancelled_at`) WHERE "orders"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX `orders_of_account_by_status` ON `orders` (`account_id`,`status`,`submitted_at`,`cancelled_at`) WHERE "orders"."deleted_at" is null;