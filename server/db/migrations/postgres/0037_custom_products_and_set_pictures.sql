ALTER TABLE "clothing_set_products" ADD COLUMN "parent_name" text;--> statement-breakpoint
ALTER TABLE "clothing_set_products" ADD COLUMN "parent_description" text;--> statement-breakpoint
ALTER TABLE "clothing_set_products" ADD COLUMN "file_id" bigint;--> statement-breakpoint
ALTER TABLE "clothing_set_products" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "account_id" bigint;--> statement-breakpoint
ALTER TABLE "clothing_set_products" ADD CONSTRAINT "clothing_set_products_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "clothing_set_products_by_file" ON "clothing_set_products" USING btree ("file_id") WHERE "clothing_set_products"."file_id" is not null;