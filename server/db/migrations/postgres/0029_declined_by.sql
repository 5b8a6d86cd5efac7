ALTER TABLE "orders" ADD COLUMN "declined_by" bigint;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_declined_by_users_id_fk" FOREIGN KEY ("declined_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
UPDATE "orders" SET "declined_by" = (SELECT "who_id" FROM "audit" WHERE "on_type" = 'order' AND "on_id" = "orders"."id" AND "what" = 'order.declined' ORDER BY "audit"."id" DESC LIMIT 1) WHERE "declined_reason" IS NOT NULL;
