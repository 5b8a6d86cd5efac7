ALTER TABLE "accounts" ADD COLUMN "notify_impersonated" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "started_on" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "leaves_on" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "is_deleted_by_super" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "size_links_by_employee" ON "size_links" USING btree ("employee_id");