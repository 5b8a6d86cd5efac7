CREATE INDEX `allocation_run_lines_by_product` ON `allocation_run_lines` (`product_id`);--> statement-breakpoint
CREATE INDEX `notice_downloads_of_user` ON `notice_downloads` (`user_id`);--> statement-breakpoint
CREATE INDEX `bags_of_wearer` ON `bags` (`employee_id`);--> statement-breakpoint
CREATE INDEX `bags_of_printer` ON `bags` (`label_printed_by`) WHERE "bags"."label_printed_by" is not null;--> statement-breakpoint
CREATE INDEX `dispatch_lines_by_product` ON `dispatch_lines` (`product_id`);--> statement-breakpoint
CREATE INDEX `dispatches_of_requester` ON `dispatches` (`requested_by`) WHERE "dispatches"."requested_by" is not null;--> statement-breakpoint
CREATE INDEX `pick_lines_by_product` ON `pick_lines` (`product_id`);--> statement-breakpoint
CREATE INDEX `pick_lines_of_picker` ON `pick_lines` (`picked_by`) WHERE "pick_lines"."picked_by" is not null;--> statement-breakpoint
CREATE INDEX `pick_lines_of_prepper` ON `pick_lines` (`prep_ticked_by`) WHERE "pick_lines"."prep_ticked_by" is not null;--> statement-breakpoint
CREATE INDEX `picks_of_picker` ON `picks` (`picker_id`) WHERE "picks"."picker_id" is not null;--> statement-breakpoint
CREATE INDEX `picks_of_earlier_picker` ON `picks` (`handed_over_by`) WHERE "picks"."handed_over_by" is not null;--> statement-breakpoint
CREATE INDEX `shelf_tasks_of_user` ON `shelf_tasks` (`done_by`) WHERE "shelf_tasks"."done_by" is not null;--> statement-breakpoint
CREATE INDEX `sync_outcomes_of_user` ON `sync_outcomes` (`resolved_by`) WHERE "sync_outcomes"."resolved_by" is not null;--> statement-breakpoint
CREATE INDEX `orders_of_creator` ON `orders` (`creator_id`);--> statement-breakpoint
CREATE INDEX `orders_of_requester` ON `orders` (`requester_id`);--> statement-breakpoint
CREATE INDEX `orders_of_approver` ON `orders` (`approver_id`) WHERE "orders"."approver_id" is not null;--> statement-breakpoint
CREATE INDEX `orders_of_decliner` ON `orders` (`declined_by`) WHERE "orders"."declined_by" is not null;--> statement-breakpoint
CREATE INDEX `orders_of_canceller` ON `orders` (`cancelled_by`) WHERE "orders"."cancelled_by" is not null;--> statement-breakpoint
CREATE INDEX `return_lines_by_product` ON `return_lines` (`product_id`);--> statement-breakpoint
CREATE INDEX `return_lines_by_exchange` ON `return_lines` (`exchange_product_id`) WHERE "return_lines"."exchange_product_id" is not null;--> statement-breakpoint
CREATE INDEX `returns_of_creator` ON `returns` (`creator_id`);--> statement-breakpoint
CREATE INDEX `returns_of_approver` ON `returns` (`approver_id`) WHERE "returns"."approver_id" is not null;--> statement-breakpoint
CREATE INDEX `users_by_number` ON `users` (`account_id`,`employee_number`);--> statement-breakpoint
CREATE INDEX `audit_by_impersonator` ON `audit` (`impersonator_id`) WHERE "audit"."impersonator_id" is not null;--> statement-breakpoint
CREATE INDEX `receipt_allocations_by_product` ON `receipt_allocations` (`product_id`);--> statement-breakpoint
CREATE INDEX `receipt_lines_by_product` ON `receipt_lines` (`product_id`);--> statement-breakpoint
CREATE INDEX `receipt_put_aways_by_product` ON `receipt_put_aways` (`product_id`);--> statement-breakpoint
CREATE INDEX `receipt_set_asides_by_product` ON `receipt_set_asides` (`product_id`);--> statement-breakpoint
CREATE INDEX `count_requests_by_product` ON `count_requests` (`product_id`);--> statement-breakpoint
CREATE INDEX `stock_movements_of_user` ON `stock_movements` (`user_id`) WHERE "stock_movements"."user_id" is not null;--> statement-breakpoint
CREATE INDEX `supplier_return_lines_by_product` ON `supplier_return_lines` (`product_id`);