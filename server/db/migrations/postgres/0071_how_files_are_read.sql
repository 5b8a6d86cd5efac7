ALTER TABLE "import_mappings" ADD COLUMN "reading" jsonb;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "reading" jsonb;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "shown" jsonb;