ALTER TABLE "order_lines" ADD COLUMN "variation_colour" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "returned_to_draft_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "topic" text;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "topic" text;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "expires_at" timestamp(3) with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_by_topic" ON "notifications" USING btree ("topic","user_id") WHERE "notifications"."topic" is not null;--> statement-breakpoint
CREATE INDEX "outbox_by_topic" ON "outbox" USING btree ("topic","kind","created_at") WHERE "outbox"."topic" is not null;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "colour_of_unsized" CHECK ("order_lines"."variation_colour" is null or not "order_lines"."is_size_selected");--> statement-breakpoint
UPDATE "outbox" SET "expires_at" = "created_at" + CASE "kind" WHEN 'password_reset' THEN interval '60 minutes' WHEN 'size_request' THEN interval '30 days' ELSE interval '7 days' END;