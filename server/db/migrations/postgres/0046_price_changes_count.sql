ALTER TABLE "price_changes" ADD COLUMN "prices" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE "price_changes" SET "prices" = jsonb_array_length("product_ids");
