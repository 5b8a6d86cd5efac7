ALTER TABLE "dispatches" ADD COLUMN "booking_round" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "dispatches" ADD COLUMN "asked_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "dispatches" ADD COLUMN "asking_until" timestamp(3) with time zone;