CREATE INDEX "allocation_run_lines_by_product" ON "allocation_run_lines" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "notice_downloads_of_user" ON "notice_downloads" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "bags_of_wearer" ON "bags" USING btree ("employee_id");--> statement-breakpoint
CREATE INDEX "bags_of_printer" ON "bags" USING btree ("label_printed_by") WHERE "bags"."label_printed_by" is not null;--> statement-breakpoint
CREATE INDEX "dispatch_lines_by_product" ON "dispatch_lines" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "dispatches_of_requester" ON "dispatches" USING btree ("requested_by") WHERE "dispatches"."requested_by" is not null;--> statement-breakpoint
CREATE INDEX "pick_lines_by_product" ON "pick_lines" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "pick_lines_of_picker" ON "pick_lines" USING btree ("picked_by") WHERE "pick_lines"."picked_by" is not null;--> statement-breakpoint
CREATE INDEX "pick_lines_of_prepper" ON "pick_lines" USING btree ("prep_ticked_by") WHERE "pick_lines"."prep_ticked_by" is not null;--> statement-breakpoint
CREATE INDEX "picks_of_picker" ON "picks" USING btree ("picker_id") WHERE "picks"."picker_id" is not null;--> statement-breakpoint
CREATE INDEX "picks_of_earlier_picker" ON "picks" USING btree ("handed_over_by") WHERE "picks"."handed_over_by" is not null;--> statement-breakpoint
CREATE INDEX "shelf_tasks_of_user" ON "shelf_tasks" USING btree ("done_by") WHERE "shelf_tasks"."done_by" is not null;--> statement-breakpoint
CREATE INDEX "sync_outcomes_of_user" ON "sync_outcomes" USING btree ("resolved_by") WHERE "sync_outcomes"."resolved_by" is not null;--> statement-breakpoint
CREATE INDEX "orders_of_creator" ON "orders" USING btree ("creator_id");--> statement-breakpoint
CREATE INDEX "orders_of_requester" ON "orders" USING btree ("requester_id");--> statement-breakpoint
CREATE INDEX "orders_of_approver" ON "orders" USING btree ("approver_id") WHERE "orders"."approver_id" is not null;--> statement-breakpoint
CREATE INDEX "orders_of_decliner" ON "orders" USING btree ("declined_by") WHERE "orders"."declined_by" is not null;--> statement-breakpoint
CREATE INDEX "orders_of_canceller" ON "orders" USING btree ("cancelled_by") WHERE "orders"."cancelled_by" is not null;--> statement-breakpoint
CREATE INDEX "return_lines_by_product" ON "return_lines" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "return_lines_by_exchange" ON "return_lines" USING btree ("exchange_product_id") WHERE "return_lines"."exchange_product_id" is not null;--> statement-breakpoint
CREATE INDEX "returns_of_creator" ON "returns" USING btree ("creator_id");--> statement-breakpoint
CREATE INDEX "returns_of_approver" ON "returns" USING btree ("approver_id") WHERE "returns"."approver_id" is not null;--> statement-breakpoint
CREATE INDEX "users_by_number" ON "users" USING btree ("account_id","employee_number");--> statement-breakpoint
CREATE INDEX "audit_by_impersonator" ON "audit" USING btree ("impersonator_id") WHERE "audit"."impersonator_id" is not null;--> statement-breakpoint
CREATE INDEX "receipt_allocations_by_product" ON "receipt_allocations" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "receipt_lines_by_product" ON "receipt_lines" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "receipt_put_aways_by_product" ON "receipt_put_aways" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "receipt_set_asides_by_product" ON "receipt_set_asides" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "count_requests_by_product" ON "count_requests" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "stock_movements_of_user" ON "stock_movements" USING btree ("user_id") WHERE "stock_movements"."user_id" is not null;--> statement-breakpoint
CREATE INDEX "supplier_return_lines_by_product" ON "supplier_return_lines" USING btree ("product_id");