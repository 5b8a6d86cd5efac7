ALTER TABLE "sync_clock" ADD COLUMN "renewed_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "stock_levels" ADD COLUMN "qty_unapproved" integer DEFAULT 0 NOT NULL;