ALTER TABLE "sync_devices" ADD COLUMN "qty_unsent" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sync_devices" ADD COLUMN "unsent_since" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "sync_devices" ADD COLUMN "retired_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "dismissed_at" timestamp(3) with time zone;--> statement-breakpoint
CREATE INDEX "orders_required" ON "orders" USING btree ("required_on") WHERE "orders"."required_on" is not null and "orders"."status" in ('submitted', 'allocated', 'picking', 'picking_paused', 'picked', 'booked', 'waiting_for_courier', 'part_shipped') and "orders"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "returns_to_decide" ON "returns" USING btree ("id") WHERE "returns"."finalised_at" is null;--> statement-breakpoint
CREATE INDEX "outbox_failed" ON "outbox" USING btree ("id") WHERE "outbox"."failed_at" is not null and "outbox"."dismissed_at" is null;