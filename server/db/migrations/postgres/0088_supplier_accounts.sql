ALTER TABLE "suppliers" ADD COLUMN "accounts_name" text;--> statement-breakpoint
ALTER TABLE "suppliers" ADD COLUMN "accounts_email" text;--> statement-breakpoint
ALTER TABLE "suppliers" ADD COLUMN "accounts_phone" text;--> statement-breakpoint
ALTER TABLE "suppliers" ADD COLUMN "accounts_address" jsonb;--> statement-breakpoint
ALTER TABLE "suppliers" ADD COLUMN "payment_days" integer;--> statement-breakpoint
ALTER TABLE "suppliers" ADD COLUMN "payment_end_of_month" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "suppliers" ADD CONSTRAINT "suppliers_payment_days" CHECK ("suppliers"."payment_days" between 0 and 365);