ALTER TABLE "dispatches" ADD COLUMN "delivered_on" text;--> statement-breakpoint
ALTER TABLE "dispatches" ADD COLUMN "delivered_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "dispatches" ADD COLUMN "delivered_by" bigint;--> statement-breakpoint
ALTER TABLE "dispatches" ADD COLUMN "delivery_source" text;--> statement-breakpoint
ALTER TABLE "dispatches" ADD COLUMN "not_arrived_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "dispatches" ADD COLUMN "not_arrived_by" bigint;--> statement-breakpoint
ALTER TABLE "dispatches" ADD CONSTRAINT "dispatches_delivered_by_users_id_fk" FOREIGN KEY ("delivered_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dispatches" ADD CONSTRAINT "dispatches_not_arrived_by_users_id_fk" FOREIGN KEY ("not_arrived_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "dispatches_not_arrived" ON "dispatches" USING btree ("not_arrived_at") WHERE "dispatches"."not_arrived_at" is not null and "dispatches"."delivered_on" is null;--> statement-breakpoint
CREATE INDEX "dispatches_of_recipient" ON "dispatches" USING btree ("delivered_by") WHERE "dispatches"."delivered_by" is not null;--> statement-breakpoint
CREATE INDEX "dispatches_of_reporter" ON "dispatches" USING btree ("not_arrived_by") WHERE "dispatches"."not_arrived_by" is not null;--> statement-breakpoint
ALTER TABLE "dispatches" ADD CONSTRAINT "dispatches_delivered" CHECK (("dispatches"."delivered_on" is null and "dispatches"."delivered_at" is null and "dispatches"."delivery_source" is null and "dispatches"."delivered_by" is null)
        or ("dispatches"."delivered_on" is not null and "dispatches"."delivered_at" is not null and "dispatches"."delivery_source" in ('client', 'office', 'carrier')
          and "dispatches"."dispatched_at" is not null and "dispatches"."delivered_on" >= to_char("dispatches"."dispatched_at" at time zone 'UTC', 'YYYY-MM-DD')));--> statement-breakpoint
ALTER TABLE "dispatches" ADD CONSTRAINT "dispatches_reported" CHECK (("dispatches"."not_arrived_at" is null) = ("dispatches"."not_arrived_by" is null) and ("dispatches"."not_arrived_at" is null or "dispatches"."dispatched_at" is not null));