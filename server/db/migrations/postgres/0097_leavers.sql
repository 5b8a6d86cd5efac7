ALTER TABLE "users" ADD COLUMN "leaver_mailed_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "deduction_consent_on" text;