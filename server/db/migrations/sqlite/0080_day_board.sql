ALTER TABLE `sync_devices` ADD `qty_unsent` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `sync_devices` ADD `unsent_since` text;--> statement-breakpoint
ALTER TABLE `sync_devices` ADD `retired_at` text;--> statement-breakpoint
ALTER TABLE `outbox` ADD `dismissed_at` text;--> statement-breakpoint
CREATE INDEX `outbox_failed` ON `outbox` (`id`) WHERE "outbox"."failed_at" is not null and "outbox"."dismissed_at" is null;--> statement-breakpoint
CREATE INDEX `orders_required` ON `orders` (`required_on`) WHERE "orders"."required_on" is not null and "orders"."status" in ('submitted', 'allocated', 'picking', 'picking_paused', 'picked', 'booked', 'waiting_for_courier', 'part_shipped') and "orders"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX `returns_to_decide` ON `returns` (`id`) WHERE "returns"."finalised_at" is null;