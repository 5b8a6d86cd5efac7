CREATE INDEX "consignments_by_number" ON "consignments" USING btree ("consignment_number");--> statement-breakpoint
CREATE INDEX "dispatches_by_state" ON "dispatches" USING btree ("state","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "dispatches_by_account" ON "dispatches" USING btree ("account_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "dispatches_by_site" ON "dispatches" USING btree ("site_id","id" DESC NULLS LAST);