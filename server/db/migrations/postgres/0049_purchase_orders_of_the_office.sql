ALTER TABLE "purchase_order_lines" ALTER COLUMN "product_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "purchase_order_lines" ALTER COLUMN "unit_price" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "purchase_order_lines" ADD COLUMN "qty_cancelled" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "purchase_order_lines" ADD COLUMN "clothing_set_id" bigint;--> statement-breakpoint
ALTER TABLE "purchase_order_lines" ADD COLUMN "due_on" text;--> statement-breakpoint
ALTER TABLE "purchase_orders" ADD COLUMN "delivery_address" jsonb;--> statement-breakpoint
ALTER TABLE "purchase_orders" ADD COLUMN "source" text;--> statement-breakpoint
ALTER TABLE "purchase_orders" ADD COLUMN "approved_by" bigint;--> statement-breakpoint
ALTER TABLE "purchase_orders" ADD COLUMN "emailed_to" text;--> statement-breakpoint
ALTER TABLE "purchase_orders" ADD COLUMN "sent_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "purchase_orders" ADD COLUMN "chased_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "purchase_orders" ADD COLUMN "cancelled_by" bigint;--> statement-breakpoint
ALTER TABLE "purchase_orders" ADD COLUMN "closed_by" bigint;--> statement-breakpoint
ALTER TABLE "purchase_order_lines" ADD CONSTRAINT "purchase_order_lines_clothing_set_id_clothing_sets_id_fk" FOREIGN KEY ("clothing_set_id") REFERENCES "public"."clothing_sets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_orders" ADD CONSTRAINT "purchase_orders_approved_by_users_id_fk" FOREIGN KEY ("approved_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_orders" ADD CONSTRAINT "purchase_orders_cancelled_by_users_id_fk" FOREIGN KEY ("cancelled_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_orders" ADD CONSTRAINT "purchase_orders_closed_by_users_id_fk" FOREIGN KEY ("closed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "purchase_orders_by_time" ON "purchase_orders" USING btree ("created_at","id");--> statement-breakpoint
ALTER TABLE "purchase_order_lines" ADD CONSTRAINT "purchase_order_lines_cancelled" CHECK ("purchase_order_lines"."qty_cancelled" >= 0 and "purchase_order_lines"."qty_cancelled" <= "purchase_order_lines"."qty_requested");--> statement-breakpoint
ALTER TABLE "purchase_order_lines" ADD CONSTRAINT "purchase_order_lines_open" CHECK (not "purchase_order_lines"."is_open" or ("purchase_order_lines"."product_id" is not null and "purchase_order_lines"."unit_price" is not null));