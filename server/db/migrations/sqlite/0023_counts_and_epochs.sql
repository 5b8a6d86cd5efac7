ALTER TABLE `sync_clock` ADD `renewed_at` text;--> statement-breakpoint
ALTER TABLE `stock_levels` ADD `qty_unapproved` integer DEFAULT 0 NOT NULL;