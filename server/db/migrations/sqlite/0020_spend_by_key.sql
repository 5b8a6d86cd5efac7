DROP INDEX `orders_of_account_submitted`;--> statement-breakpoint
CREATE INDEX `orders_of_account_submitted` ON `orders` (`account_id`,`submitted_at`,`id`) WHERE "orders"."deleted_at" is null;
