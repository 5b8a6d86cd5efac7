ALTER TABLE `receipt_set_asides` ADD `qty_decided` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE receipt_set_asides SET qty_decided = qty WHERE resolved_at IS NOT NULL;
