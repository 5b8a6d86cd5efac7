DROP INDEX "import_mappings_by_name";--> statement-breakpoint
ALTER TABLE "import_mappings" ADD COLUMN "api_token_id" bigint;--> statement-breakpoint
ALTER TABLE "audit" ADD COLUMN "api_token_id" bigint;--> statement-breakpoint
ALTER TABLE "audit" ADD COLUMN "import_id" bigint;--> statement-breakpoint
ALTER TABLE "import_mappings" ADD CONSTRAINT "import_mappings_api_token_id_api_tokens_id_fk" FOREIGN KEY ("api_token_id") REFERENCES "public"."api_tokens"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit" ADD CONSTRAINT "audit_api_token_id_api_tokens_id_fk" FOREIGN KEY ("api_token_id") REFERENCES "public"."api_tokens"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit" ADD CONSTRAINT "audit_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "import_mappings_of_account" ON "import_mappings" USING btree ("type","name","account_id") WHERE "import_mappings"."account_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "import_mappings_of_office" ON "import_mappings" USING btree ("type","name") WHERE "import_mappings"."account_id" is null;