ALTER TABLE `suppliers` ADD `accounts_name` text;--> statement-breakpoint
ALTER TABLE `suppliers` ADD `accounts_email` text;--> statement-breakpoint
ALTER TABLE `suppliers` ADD `accounts_phone` text;--> statement-breakpoint
ALTER TABLE `suppliers` ADD `accounts_address` text;--> statement-breakpoint
ALTER TABLE `suppliers` ADD `payment_days` integer CONSTRAINT "suppliers_payment_days" CHECK("payment_days" between 0 and 365);--> statement-breakpoint
ALTER TABLE `suppliers` ADD `payment_end_of_month` integer DEFAULT false NOT NULL;
