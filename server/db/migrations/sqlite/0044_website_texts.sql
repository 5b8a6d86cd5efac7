CREATE TABLE `website_texts` (
	`id` text PRIMARY KEY NOT NULL,
	`url` text NOT NULL,
	`h1` text NOT NULL,
	`intro` text NOT NULL,
	`custom_category` integer,
	`custom_filter` text,
	FOREIGN KEY (`custom_category`) REFERENCES `categories`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "website_texts_override" CHECK("website_texts"."custom_category" is null or "website_texts"."custom_filter" is null)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `website_texts_url_unique` ON `website_texts` (`url`);