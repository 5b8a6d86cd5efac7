ALTER TABLE "picks" ADD COLUMN "claimed_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "picks" ADD COLUMN "paused_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "picks" ADD COLUMN "handed_over_by" bigint;--> statement-breakpoint
ALTER TABLE "picks" ADD COLUMN "handed_over_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "picks" ADD CONSTRAINT "picks_handed_over_by_users_id_fk" FOREIGN KEY ("handed_over_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;