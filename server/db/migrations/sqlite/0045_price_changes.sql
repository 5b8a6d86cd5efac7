CREATE TABLE `price_changes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`field` text NOT NULL,
	`basis_points` integer NOT NULL,
	`amount` integer NOT NULL,
	`round_to` integer NOT NULL,
	`sets` text NOT NULL,
	`effective_on` text NOT NULL,
	`product_ids` text NOT NULL,
	`progress` integer DEFAULT 0 NOT NULL,
	`created_by` integer NOT NULL,
	`created_at` text NOT NULL,
	`done_at` text,
	`withdrawn_at` text,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "price_changes_kind" CHECK("price_changes"."field" in ('price', 'cost') and "price_changes"."sets" in ('keep', 'follow') and "price_changes"."round_to" >= 1),
	CONSTRAINT "price_changes_end" CHECK("price_changes"."done_at" is null or "price_changes"."withdrawn_at" is null)
);
