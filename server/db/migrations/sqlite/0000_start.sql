CREATE TABLE `categories` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`parent_id` integer,
	`name` text NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`parent_id`) REFERENCES `categories`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `clothing_set_products` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`clothing_set_id` integer NOT NULL,
	`product_id` integer NOT NULL,
	`price` integer,
	`name` text,
	`description` text,
	`decoration` text,
	FOREIGN KEY (`clothing_set_id`) REFERENCES `clothing_sets`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`product_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "clothing_set_products_price" CHECK("clothing_set_products"."price" >= 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `clothing_set_products_once` ON `clothing_set_products` (`clothing_set_id`,`product_id`);--> statement-breakpoint
CREATE INDEX `clothing_set_products_by_product` ON `clothing_set_products` (`product_id`);--> statement-breakpoint
CREATE TABLE `clothing_set_excluded_sites` (
	`clothing_set_id` integer NOT NULL,
	`site_id` integer NOT NULL,
	PRIMARY KEY(`clothing_set_id`, `site_id`),
	FOREIGN KEY (`clothing_set_id`) REFERENCES `clothing_sets`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `clothing_sets` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`account_id` integer NOT NULL,
	`name` text NOT NULL,
	`decoration` text,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL,
	`deleted_at` text,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `clothing_sets_by_account` ON `clothing_sets` (`account_id`);--> statement-breakpoint
CREATE TABLE `notice_accounts` (
	`notice_id` integer NOT NULL,
	`account_id` integer NOT NULL,
	PRIMARY KEY(`notice_id`, `account_id`),
	FOREIGN KEY (`notice_id`) REFERENCES `notices`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `notice_downloads` (
	`notice_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`at` text NOT NULL,
	PRIMARY KEY(`notice_id`, `user_id`),
	FOREIGN KEY (`notice_id`) REFERENCES `notices`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `notice_sites` (
	`notice_id` integer NOT NULL,
	`site_id` integer NOT NULL,
	PRIMARY KEY(`notice_id`, `site_id`),
	FOREIGN KEY (`notice_id`) REFERENCES `notices`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `notices` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`subject` text NOT NULL,
	`starts_at` text,
	`ends_at` text,
	`file_id` integer,
	`filename` text,
	`created_at` text NOT NULL,
	FOREIGN KEY (`file_id`) REFERENCES `files`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "notices_period" CHECK("notices"."ends_at" >= "notices"."starts_at")
);
--> statement-breakpoint
CREATE TABLE `product_media` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`product_id` integer NOT NULL,
	`file_id` integer NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`product_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`file_id`) REFERENCES `files`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `product_media_by_product` ON `product_media` (`product_id`,`position`);--> statement-breakpoint
CREATE TABLE `products` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`parent_id` integer,
	`supplier_id` integer,
	`category_id` integer,
	`sku` text NOT NULL,
	`supplier_sku` text,
	`name` text NOT NULL,
	`brand` text,
	`description` text DEFAULT '' NOT NULL,
	`short_description_1` text DEFAULT '' NOT NULL,
	`short_description_2` text DEFAULT '' NOT NULL,
	`cost` integer DEFAULT 0 NOT NULL,
	`price` integer DEFAULT 0 NOT NULL,
	`vat_rate` integer,
	`variation_colour` text,
	`colour_hex` text,
	`variation_size_1` text,
	`variation_size_2` text,
	`variation_all_size` text,
	`variation_material` text,
	`variation_decoration` text,
	`position` integer DEFAULT 0 NOT NULL,
	`bin` text,
	`barcode` text,
	`is_public` integer DEFAULT false NOT NULL,
	`is_published` integer DEFAULT false NOT NULL,
	`is_public_catalogue` integer DEFAULT false NOT NULL,
	`is_non_returnable` integer DEFAULT false NOT NULL,
	`is_restricted` integer DEFAULT false NOT NULL,
	`is_csp` integer DEFAULT false NOT NULL,
	`discontinued_at` text,
	`version` integer DEFAULT 1 NOT NULL,
	`v` integer DEFAULT 0 NOT NULL,
	`created_at` text NOT NULL,
	`deleted_at` text,
	FOREIGN KEY (`parent_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`supplier_id`) REFERENCES `suppliers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`category_id`) REFERENCES `categories`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "products_money" CHECK("products"."cost" >= 0 and "products"."price" >= 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `products_sku_unique` ON `products` (`sku`);--> statement-breakpoint
CREATE INDEX `products_by_parent` ON `products` (`parent_id`,`position`);--> statement-breakpoint
CREATE UNIQUE INDEX `products_barcode` ON `products` (`barcode`) WHERE "products"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX `products_by_v` ON `products` (`v`);--> statement-breakpoint
CREATE TABLE `suppliers` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`code` text NOT NULL,
	`address_line_1` text,
	`address_line_2` text,
	`address_line_3` text,
	`address_line_4` text,
	`contact_name` text,
	`sales_email` text,
	`sales_phone` text,
	`work_order` integer DEFAULT false NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL,
	`archived_at` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `suppliers_code_unique` ON `suppliers` (`code`);--> statement-breakpoint
CREATE TABLE `user_clothing_sets` (
	`user_id` integer NOT NULL,
	`clothing_set_id` integer NOT NULL,
	PRIMARY KEY(`user_id`, `clothing_set_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`clothing_set_id`) REFERENCES `clothing_sets`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `user_clothing_sets_by_set` ON `user_clothing_sets` (`clothing_set_id`);--> statement-breakpoint
CREATE TABLE `consignments` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`dispatch_id` integer NOT NULL,
	`carrier` text NOT NULL,
	`consignment_number` text,
	`tracking_number` text,
	`tracking_url` text,
	`created_at` text NOT NULL,
	FOREIGN KEY (`dispatch_id`) REFERENCES `dispatches`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `consignments_dispatch_id_unique` ON `consignments` (`dispatch_id`);--> statement-breakpoint
CREATE INDEX `consignments_by_tracking` ON `consignments` (`tracking_number`);--> statement-breakpoint
CREATE TABLE `dispatch_lines` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`dispatch_id` integer NOT NULL,
	`order_id` integer NOT NULL,
	`order_line_id` integer NOT NULL,
	`product_id` integer NOT NULL,
	`quantity` integer NOT NULL,
	FOREIGN KEY (`dispatch_id`) REFERENCES `dispatches`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`order_line_id`) REFERENCES `order_lines`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`product_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "dispatch_lines_quantity" CHECK("dispatch_lines"."quantity" > 0)
);
--> statement-breakpoint
CREATE INDEX `dispatch_lines_by_dispatch` ON `dispatch_lines` (`dispatch_id`);--> statement-breakpoint
CREATE INDEX `dispatch_lines_by_order_line` ON `dispatch_lines` (`order_line_id`);--> statement-breakpoint
CREATE TABLE `dispatch_orders` (
	`dispatch_id` integer NOT NULL,
	`order_id` integer NOT NULL,
	`pick_id` integer NOT NULL,
	PRIMARY KEY(`dispatch_id`, `pick_id`),
	FOREIGN KEY (`dispatch_id`) REFERENCES `dispatches`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`pick_id`) REFERENCES `picks`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `dispatch_orders_by_order` ON `dispatch_orders` (`order_id`);--> statement-breakpoint
CREATE TABLE `dispatches` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`account_id` integer NOT NULL,
	`site_id` integer,
	`state` text DEFAULT 'requested' NOT NULL,
	`is_consolidated` integer DEFAULT false NOT NULL,
	`service_key` text NOT NULL,
	`carrier` text DEFAULT 'manual' NOT NULL,
	`total_weight` real NOT NULL,
	`total_items` integer NOT NULL,
	`mark_as_shipped` integer DEFAULT false NOT NULL,
	`delivery_address` text NOT NULL,
	`contact_name` text,
	`contact_email` text,
	`contact_phone` text,
	`requested_by` integer,
	`created_at` text NOT NULL,
	`dispatched_at` text,
	`booking_error` text,
	`version` integer DEFAULT 1 NOT NULL,
	`v` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`requested_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "dispatches_state" CHECK("dispatches"."state" in ('requested', 'booking', 'failed', 'shipped', 'void')),
	CONSTRAINT "dispatches_shipped" CHECK(("dispatches"."dispatched_at" is not null) = ("dispatches"."state" = 'shipped')),
	CONSTRAINT "dispatches_boxes" CHECK("dispatches"."total_items" > 0 and "dispatches"."total_weight" > 0)
);
--> statement-breakpoint
CREATE INDEX `dispatches_newest` ON `dispatches` (`id`);--> statement-breakpoint
CREATE INDEX `dispatches_awaiting` ON `dispatches` (`state`) WHERE "dispatches"."state" in ('requested', 'booking', 'failed');--> statement-breakpoint
CREATE INDEX `dispatches_by_v` ON `dispatches` (`v`);--> statement-breakpoint
CREATE TABLE `error_codes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`code` text NOT NULL,
	`description` text NOT NULL,
	`requires_input` integer DEFAULT false NOT NULL,
	`v` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `error_codes_code_unique` ON `error_codes` (`code`);--> statement-breakpoint
CREATE TABLE `floor_orders` (
	`order_id` integer PRIMARY KEY NOT NULL,
	`entered_v` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `floor_orders_by_v` ON `floor_orders` (`entered_v`);--> statement-breakpoint
CREATE TABLE `pick_lines` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`pick_id` integer NOT NULL,
	`order_line_id` integer NOT NULL,
	`product_id` integer NOT NULL,
	`qty_allocated` integer DEFAULT 0 NOT NULL,
	`qty_picked` integer DEFAULT 0 NOT NULL,
	`code` text,
	`other_reason` text,
	`picked_by` integer,
	`picked_at` text,
	`picked_device` text,
	`fact_version` integer DEFAULT 1 NOT NULL,
	`prep_ticked_at` text,
	`prep_ticked_by` integer,
	`v` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`pick_id`) REFERENCES `picks`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`order_line_id`) REFERENCES `order_lines`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`product_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`picked_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`prep_ticked_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "picked_within_allocated" CHECK("pick_lines"."qty_picked" >= 0 and "pick_lines"."qty_picked" <= "pick_lines"."qty_allocated")
);
--> statement-breakpoint
CREATE UNIQUE INDEX `pick_lines_once` ON `pick_lines` (`pick_id`,`order_line_id`);--> statement-breakpoint
CREATE INDEX `pick_lines_by_order_line` ON `pick_lines` (`order_line_id`);--> statement-breakpoint
CREATE INDEX `pick_lines_by_v` ON `pick_lines` (`v`);--> statement-breakpoint
CREATE TABLE `picks` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`order_id` integer NOT NULL,
	`state` text DEFAULT 'released' NOT NULL,
	`picker_id` integer,
	`tote` text,
	`released_at` text NOT NULL,
	`started_at` text,
	`picked_at` text,
	`booked_at` text,
	`ended_at` text,
	`close_reason` text,
	`v` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`picker_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "picks_state" CHECK("picks"."state" in ('released', 'picking', 'paused', 'picked', 'booked', 'awaiting_courier', 'shipped', 'closed')),
	CONSTRAINT "picks_ended" CHECK(("picks"."ended_at" is not null) = ("picks"."state" in ('shipped', 'closed')))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `picks_one_open_round` ON `picks` (`order_id`) WHERE "picks"."state" not in ('shipped', 'closed');--> statement-breakpoint
CREATE INDEX `picks_by_order` ON `picks` (`order_id`,`id`);--> statement-breakpoint
CREATE INDEX `picks_open` ON `picks` (`state`) WHERE "picks"."state" not in ('shipped', 'closed');--> statement-breakpoint
CREATE INDEX `picks_by_v` ON `picks` (`v`);--> statement-breakpoint
CREATE TABLE `shelf_tasks` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`pick_line_id` integer NOT NULL,
	`product_id` integer NOT NULL,
	`order_id` integer NOT NULL,
	`device` text DEFAULT '' NOT NULL,
	`qty` integer NOT NULL,
	`reason` text NOT NULL,
	`created_at` text NOT NULL,
	`done_at` text,
	`done_by` integer,
	`v` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`pick_line_id`) REFERENCES `pick_lines`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`product_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`done_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "shelf_tasks_qty" CHECK("shelf_tasks"."qty" >= 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `shelf_tasks_once` ON `shelf_tasks` (`pick_line_id`,`device`);--> statement-breakpoint
CREATE INDEX `shelf_tasks_by_v` ON `shelf_tasks` (`v`);--> statement-breakpoint
CREATE TABLE `sync_clients` (
	`c` text PRIMARY KEY NOT NULL,
	`device` text NOT NULL,
	`lm` integer DEFAULT 0 NOT NULL,
	`created_at` text NOT NULL,
	`last_at` text NOT NULL,
	FOREIGN KEY (`device`) REFERENCES `sync_devices`(`device`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `sync_clock` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`v` integer DEFAULT 0 NOT NULL,
	`epoch` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `sync_device_users` (
	`device` text NOT NULL,
	`user_id` integer NOT NULL,
	`first_at` text NOT NULL,
	PRIMARY KEY(`device`, `user_id`),
	FOREIGN KEY (`device`) REFERENCES `sync_devices`(`device`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `sync_devices` (
	`device` text PRIMARY KEY NOT NULL,
	`secret_hash` text NOT NULL,
	`name` text,
	`created_at` text NOT NULL,
	`last_seen_at` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `sync_outcomes` (
	`m` text PRIMARY KEY NOT NULL,
	`c` text NOT NULL,
	`s` integer DEFAULT 0 NOT NULL,
	`device` text NOT NULL,
	`actor_id` integer,
	`bearer_id` integer,
	`n` text NOT NULL,
	`nv` integer NOT NULL,
	`payload` text NOT NULL,
	`payload_hash` text NOT NULL,
	`outcome` text NOT NULL,
	`code` text,
	`server` text,
	`order_id` integer,
	`root_m` text,
	`at` text NOT NULL,
	`resolved_at` text,
	`resolved_by` integer,
	`choice` text,
	FOREIGN KEY (`c`) REFERENCES `sync_clients`(`c`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`resolved_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "sync_outcomes_outcome" CHECK("sync_outcomes"."outcome" in ('applied', 'noop', 'conflict', 'rejected'))
);
--> statement-breakpoint
CREATE INDEX `sync_outcomes_open` ON `sync_outcomes` (`device`) WHERE "sync_outcomes"."outcome" in ('conflict', 'rejected') and "sync_outcomes"."resolved_at" is null;--> statement-breakpoint
CREATE INDEX `sync_outcomes_by_age` ON `sync_outcomes` (`at`);--> statement-breakpoint
CREATE TABLE `sync_tombstones` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`key` text NOT NULL,
	`v` integer DEFAULT 0 NOT NULL,
	`at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `sync_tombstones_by_v` ON `sync_tombstones` (`v`);--> statement-breakpoint
CREATE UNIQUE INDEX `sync_tombstones_once` ON `sync_tombstones` (`kind`,`key`);--> statement-breakpoint
CREATE TABLE `order_employees` (
	`order_id` integer NOT NULL,
	`employee_id` integer NOT NULL,
	PRIMARY KEY(`order_id`, `employee_id`),
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`employee_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `order_employees_by_employee` ON `order_employees` (`employee_id`,`order_id`);--> statement-breakpoint
CREATE TABLE `order_lines` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`order_id` integer NOT NULL,
	`employee_id` integer NOT NULL,
	`product_id` integer NOT NULL,
	`picked_product_id` integer,
	`product_name` text NOT NULL,
	`employee_role_id` integer,
	`decoration` text,
	`notes` text,
	`qty_requested` integer DEFAULT 0 NOT NULL,
	`qty_cancelled` integer DEFAULT 0 NOT NULL,
	`qty_allocated` integer DEFAULT 0 NOT NULL,
	`qty_shipped` integer DEFAULT 0 NOT NULL,
	`unit_price` integer NOT NULL,
	`is_manually_priced` integer DEFAULT false NOT NULL,
	`vat_rate` integer NOT NULL,
	`is_size_selected` integer DEFAULT false NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`employee_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`product_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`picked_product_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`employee_role_id`) REFERENCES `employee_roles`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "order_lines_positive" CHECK("order_lines"."qty_requested" >= 0 and "order_lines"."qty_cancelled" >= 0 and "order_lines"."qty_allocated" >= 0 and "order_lines"."qty_shipped" >= 0),
	CONSTRAINT "promised_within_requested" CHECK("order_lines"."qty_allocated" + "order_lines"."qty_shipped" + "order_lines"."qty_cancelled" <= "order_lines"."qty_requested"),
	CONSTRAINT "unsized_is_not_allocated" CHECK("order_lines"."is_size_selected" or "order_lines"."qty_allocated" + "order_lines"."qty_shipped" = 0),
	CONSTRAINT "order_lines_price" CHECK("order_lines"."unit_price" >= 0 and "order_lines"."vat_rate" between 0 and 100),
	CONSTRAINT "order_lines_decoration" CHECK(length("order_lines"."decoration") <= 200)
);
--> statement-breakpoint
CREATE INDEX `order_lines_by_order` ON `order_lines` (`order_id`);--> statement-breakpoint
CREATE INDEX `order_lines_open_by_product` ON `order_lines` (`product_id`) WHERE "order_lines"."qty_allocated" > 0;--> statement-breakpoint
CREATE INDEX `order_lines_by_budget` ON `order_lines` (`employee_id`,`employee_role_id`);--> statement-breakpoint
CREATE TABLE `orders` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`uuid` text NOT NULL,
	`account_id` integer NOT NULL,
	`creator_id` integer NOT NULL,
	`requester_id` integer NOT NULL,
	`delivery_site_id` integer,
	`delivery_address` text,
	`contact_name` text,
	`contact_email` text,
	`contact_phone` text,
	`client_po_reference` text,
	`cost_code` text,
	`customer_notes` text,
	`customer_comments` text,
	`force_over_budget_order` integer DEFAULT false NOT NULL,
	`terms_accepted_at` text,
	`requested_at` text,
	`declined_reason` text,
	`submitted_at` text,
	`approver_id` integer,
	`cancelled_at` text,
	`cancelled_by` integer,
	`printed_at` text,
	`is_frozen` integer DEFAULT false NOT NULL,
	`frozen_reason` text,
	`is_sample` integer DEFAULT false NOT NULL,
	`skip_dispatch` integer DEFAULT false NOT NULL,
	`skip_invoicing` integer DEFAULT false NOT NULL,
	`status` text DEFAULT 'draft' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL,
	`status_since` text NOT NULL,
	`deleted_at` text,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`creator_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`requester_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`delivery_site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`approver_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`cancelled_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "orders_frozen_says_why" CHECK(not "orders"."is_frozen" or "orders"."frozen_reason" is not null),
	CONSTRAINT "orders_draft_or_not" CHECK("orders"."cancelled_at" is null or "orders"."submitted_at" is not null)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `orders_uuid_unique` ON `orders` (`uuid`);--> statement-breakpoint
CREATE INDEX `orders_newest` ON `orders` (`submitted_at`,`id`) WHERE "orders"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX `orders_by_account` ON `orders` (`account_id`,`created_at`,`id`) WHERE "orders"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX `orders_by_status` ON `orders` (`status`,`submitted_at`,`id`) WHERE "orders"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX `orders_by_site` ON `orders` (`delivery_site_id`,`created_at`,`id`) WHERE "orders"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX `orders_by_requester` ON `orders` (`requester_id`,`created_at`,`id`) WHERE "orders"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX `orders_by_po` ON `orders` (`client_po_reference`) WHERE "orders"."client_po_reference" is not null;--> statement-breakpoint
CREATE TABLE `return_lines` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`return_id` integer NOT NULL,
	`order_line_id` integer NOT NULL,
	`product_id` integer NOT NULL,
	`reason_id` integer NOT NULL,
	`qty_requested` integer NOT NULL,
	`qty_approved` integer DEFAULT 0 NOT NULL,
	`outcome` text,
	FOREIGN KEY (`return_id`) REFERENCES `returns`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`order_line_id`) REFERENCES `order_lines`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`product_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`reason_id`) REFERENCES `return_reasons`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "return_lines_qty" CHECK("return_lines"."qty_requested" > 0 and "return_lines"."qty_approved" between 0 and "return_lines"."qty_requested"),
	CONSTRAINT "return_lines_outcome" CHECK("return_lines"."outcome" in ('restock', 'write_off'))
);
--> statement-breakpoint
CREATE INDEX `return_lines_by_line` ON `return_lines` (`order_line_id`);--> statement-breakpoint
CREATE TABLE `return_reasons` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`description` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `return_reasons_description_unique` ON `return_reasons` (`description`);--> statement-breakpoint
CREATE TABLE `returns` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`order_id` integer NOT NULL,
	`creator_id` integer NOT NULL,
	`approver_id` integer,
	`customer_comments` text,
	`approver_comments` text,
	`created_at` text NOT NULL,
	`finalised_at` text,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`creator_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`approver_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `returns_by_order` ON `returns` (`order_id`);--> statement-breakpoint
CREATE TABLE `accounts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`reference` text DEFAULT '' NOT NULL,
	`sku_prefix` text,
	`vat_number` text,
	`contact_name` text,
	`contact_email` text,
	`contact_phone` text,
	`invoice_address` text,
	`invoice_detail` text,
	`skip_invoice` integer DEFAULT false NOT NULL,
	`require_po` integer DEFAULT false NOT NULL,
	`require_cc` integer DEFAULT false NOT NULL,
	`per_site_invoicing` integer DEFAULT false NOT NULL,
	`self_order_budgeting` integer DEFAULT false NOT NULL,
	`logo_file_id` integer,
	`domain` text,
	`custom_video_explainer_url` text,
	`is_consolidated_invoicing` integer DEFAULT false NOT NULL,
	`consolidated_invoice_close_day` integer,
	`terms` text,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL,
	`deleted_at` text,
	FOREIGN KEY (`logo_file_id`) REFERENCES `files`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "accounts_close_day" CHECK("accounts"."consolidated_invoice_close_day" between 1 and 28)
);
--> statement-breakpoint
CREATE INDEX `accounts_by_name` ON `accounts` (`name`);--> statement-breakpoint
CREATE TABLE `budget_locks` (
	`user_id` integer NOT NULL,
	`employee_role_id` integer NOT NULL,
	PRIMARY KEY(`user_id`, `employee_role_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`employee_role_id`) REFERENCES `employee_roles`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `employee_roles` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`account_id` integer NOT NULL,
	`name` text NOT NULL,
	`client_references` text,
	`budget_code` text,
	`is_budgeted` integer DEFAULT false NOT NULL,
	`is_budget_forceable` integer DEFAULT false NOT NULL,
	`budget_value` integer,
	`budget_forced_alert_email` text,
	`budget_start_date` text,
	`budget_duration` integer,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL,
	`deleted_at` text,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "employee_roles_duration" CHECK("employee_roles"."budget_duration" in (1, 3, 6, 12)),
	CONSTRAINT "employee_roles_value" CHECK("employee_roles"."budget_value" >= 0),
	CONSTRAINT "employee_roles_budgeted" CHECK(not "employee_roles"."is_budgeted" or ("employee_roles"."budget_start_date" is not null and "employee_roles"."budget_duration" is not null))
);
--> statement-breakpoint
CREATE INDEX `employee_roles_by_account` ON `employee_roles` (`account_id`);--> statement-breakpoint
CREATE TABLE `files` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`hash` text NOT NULL,
	`type` text NOT NULL,
	`size` integer NOT NULL,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `files_hash_unique` ON `files` (`hash`);--> statement-breakpoint
CREATE TABLE `login_failures` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`email` text NOT NULL,
	`address` text NOT NULL,
	`at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `login_failures_by_email` ON `login_failures` (`email`,`at`);--> statement-breakpoint
CREATE INDEX `login_failures_by_address` ON `login_failures` (`address`,`at`);--> statement-breakpoint
CREATE TABLE `notifications` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`data` text NOT NULL,
	`created_at` text NOT NULL,
	`read_at` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `notifications_by_user` ON `notifications` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `notifications_unread` ON `notifications` (`user_id`) WHERE "notifications"."read_at" is null;--> statement-breakpoint
CREATE TABLE `password_resets` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`token_hash` text NOT NULL,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL,
	`used_at` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `password_resets_token_hash_unique` ON `password_resets` (`token_hash`);--> statement-breakpoint
CREATE TABLE `saved_addresses` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`address_line_1` text NOT NULL,
	`address_line_2` text,
	`address_line_3` text,
	`address_line_4` text,
	`address_line_5` text,
	`postcode` text NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `saved_addresses_by_user` ON `saved_addresses` (`user_id`);--> statement-breakpoint
CREATE INDEX `saved_addresses_by_postcode` ON `saved_addresses` (`postcode`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`token_hash` text NOT NULL,
	`impersonator_id` integer,
	`device_name` text,
	`user_agent` text,
	`address` text,
	`slides_minutes` integer,
	`created_at` text NOT NULL,
	`last_seen_at` text NOT NULL,
	`expires_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`impersonator_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sessions_token_hash_unique` ON `sessions` (`token_hash`);--> statement-breakpoint
CREATE INDEX `sessions_by_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE INDEX `sessions_by_expiry` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE TABLE `sites` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`account_id` integer NOT NULL,
	`name` text NOT NULL,
	`reference_1` text,
	`reference_2` text,
	`client_references` text,
	`cost_centre` text,
	`contact_name` text,
	`contact_email` text,
	`contact_phone` text,
	`delivery_notification_email` text,
	`delivery_notification_phone` text,
	`delivery_address` text NOT NULL,
	`invoice_address` text,
	`inverse_po` integer DEFAULT false NOT NULL,
	`inverse_cc` integer DEFAULT false NOT NULL,
	`is_account_invoice_consolidation_inversed` integer DEFAULT false NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL,
	`deleted_at` text,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `sites_by_account` ON `sites` (`account_id`);--> statement-breakpoint
CREATE TABLE `user_employee_roles` (
	`user_id` integer NOT NULL,
	`employee_role_id` integer NOT NULL,
	PRIMARY KEY(`user_id`, `employee_role_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`employee_role_id`) REFERENCES `employee_roles`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `user_employee_roles_by_role` ON `user_employee_roles` (`employee_role_id`);--> statement-breakpoint
CREATE TABLE `user_sites` (
	`user_id` integer NOT NULL,
	`site_id` integer NOT NULL,
	PRIMARY KEY(`user_id`, `site_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `user_sites_by_site` ON `user_sites` (`site_id`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`account_id` integer,
	`role` text NOT NULL,
	`forenames` text NOT NULL,
	`surname` text NOT NULL,
	`email` text,
	`employee_number` text,
	`contact_phone` text,
	`sex` text,
	`password_hash` text,
	`pin_hash` text,
	`can_view_restricted_products` integer DEFAULT false NOT NULL,
	`is_supervised_orderer` integer DEFAULT false NOT NULL,
	`is_disabled` integer DEFAULT false NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`v` integer DEFAULT 0 NOT NULL,
	`created_at` text NOT NULL,
	`deleted_at` text,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "users_role" CHECK("users"."role" in ('employee', 'employee_with_order', 'manager', 'site_admin', 'client_admin', 'embroiderer', 'warehouse', 'super')),
	CONSTRAINT "users_sex" CHECK("users"."sex" in ('m', 'f')),
	CONSTRAINT "users_account_by_role" CHECK(("users"."account_id" is null) = ("users"."role" in ('super', 'warehouse', 'embroiderer'))),
	CONSTRAINT "users_email_lower" CHECK("users"."email" = lower("users"."email"))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email` ON `users` (`email`) WHERE "users"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX `users_by_account` ON `users` (`account_id`,`surname`);--> statement-breakpoint
CREATE INDEX `users_by_v` ON `users` (`v`);--> statement-breakpoint
CREATE TABLE `audit` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`who_id` integer,
	`impersonator_id` integer,
	`at` text NOT NULL,
	`what` text NOT NULL,
	`on_type` text NOT NULL,
	`on_id` integer,
	`before` text,
	`after` text,
	`request_id` text,
	FOREIGN KEY (`who_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`impersonator_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `audit_by_thing` ON `audit` (`on_type`,`on_id`,`id`);--> statement-breakpoint
CREATE INDEX `audit_by_who` ON `audit` (`who_id`,`id`);--> statement-breakpoint
CREATE TABLE `idempotency_keys` (
	`user_id` integer NOT NULL,
	`key` text NOT NULL,
	`request_hash` text NOT NULL,
	`status` integer NOT NULL,
	`body` text,
	`created_at` text NOT NULL,
	PRIMARY KEY(`user_id`, `key`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "idempotency_status" CHECK("idempotency_keys"."status" between 200 and 599)
);
--> statement-breakpoint
CREATE INDEX `idempotency_keys_by_age` ON `idempotency_keys` (`created_at`);--> statement-breakpoint
CREATE TABLE `jobs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`key` text DEFAULT '' NOT NULL,
	`payload` text NOT NULL,
	`created_at` text NOT NULL,
	`due_at` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`leased_until` text,
	`done_at` text,
	`failed_at` text,
	`error` text
);
--> statement-breakpoint
CREATE INDEX `jobs_due` ON `jobs` (`due_at`) WHERE "jobs"."done_at" is null and "jobs"."failed_at" is null;--> statement-breakpoint
CREATE TABLE `order_tally` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`account_id` integer NOT NULL,
	`status` text NOT NULL,
	`n` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `order_tally_by_account` ON `order_tally` (`account_id`,`status`);--> statement-breakpoint
CREATE TABLE `outbox` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`account_id` integer,
	`kind` text NOT NULL,
	`to` text NOT NULL,
	`subject` text NOT NULL,
	`text` text NOT NULL,
	`html` text NOT NULL,
	`created_at` text NOT NULL,
	`due_at` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`leased_until` text,
	`sent_at` text,
	`failed_at` text,
	`error` text,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox` (`due_at`) WHERE "outbox"."sent_at" is null and "outbox"."failed_at" is null;--> statement-breakpoint
CREATE TABLE `count_requests` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`m` text NOT NULL,
	`product_id` integer NOT NULL,
	`pick_line_id` integer,
	`qty` integer NOT NULL,
	`requested_by` integer,
	`device` text,
	`created_at` text NOT NULL,
	`resolved_at` text,
	`resolved_by` integer,
	`choice` text,
	FOREIGN KEY (`product_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`requested_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`resolved_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "count_requests_qty" CHECK("count_requests"."qty" >= 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `count_requests_m_unique` ON `count_requests` (`m`);--> statement-breakpoint
CREATE INDEX `count_requests_open` ON `count_requests` (`id`) WHERE "count_requests"."resolved_at" is null;--> statement-breakpoint
CREATE TABLE `purchase_order_lines` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`purchase_order_id` integer NOT NULL,
	`product_id` integer NOT NULL,
	`qty_requested` integer DEFAULT 0 NOT NULL,
	`qty_received` integer DEFAULT 0 NOT NULL,
	`unit_price` integer NOT NULL,
	`notes` text,
	`is_open` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`purchase_order_id`) REFERENCES `purchase_orders`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`product_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "purchase_order_lines_qty" CHECK("purchase_order_lines"."qty_requested" >= 0 and "purchase_order_lines"."qty_received" >= 0 and "purchase_order_lines"."unit_price" >= 0)
);
--> statement-breakpoint
CREATE INDEX `purchase_order_lines_by_order` ON `purchase_order_lines` (`purchase_order_id`);--> statement-breakpoint
CREATE INDEX `purchase_order_lines_coming` ON `purchase_order_lines` (`product_id`) WHERE "purchase_order_lines"."is_open";--> statement-breakpoint
CREATE TABLE `purchase_orders` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`our_reference` text NOT NULL,
	`supplier_reference` text,
	`supplier_id` integer NOT NULL,
	`account_id` integer,
	`contact_name` text,
	`contact_phone` text,
	`contact_email` text,
	`private_notes` text,
	`public_notes` text,
	`work_order` integer DEFAULT false NOT NULL,
	`due_on` text,
	`version` integer DEFAULT 1 NOT NULL,
	`created_by` integer,
	`created_at` text NOT NULL,
	`approved_at` text,
	`cancelled_at` text,
	`closed_at` text,
	FOREIGN KEY (`supplier_id`) REFERENCES `suppliers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `purchase_orders_reference` ON `purchase_orders` (`our_reference`);--> statement-breakpoint
CREATE INDEX `purchase_orders_by_supplier` ON `purchase_orders` (`supplier_id`);--> statement-breakpoint
CREATE TABLE `stock_checks` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`product_id` integer NOT NULL,
	`pick_line_id` integer,
	`qty_short` integer NOT NULL,
	`code` text,
	`other_reason` text,
	`opened_by` integer,
	`opened_at` text NOT NULL,
	`closed_at` text,
	`closed_by` integer,
	FOREIGN KEY (`product_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`opened_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`closed_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "stock_checks_short" CHECK("stock_checks"."qty_short" > 0)
);
--> statement-breakpoint
CREATE INDEX `stock_checks_open` ON `stock_checks` (`product_id`) WHERE "stock_checks"."closed_at" is null;--> statement-breakpoint
CREATE TABLE `stock_levels` (
	`product_id` integer PRIMARY KEY NOT NULL,
	`qty_available` integer DEFAULT 0 NOT NULL,
	`qty_allocated` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`product_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "stock_on_hand" CHECK("stock_levels"."qty_available" >= 0),
	CONSTRAINT "stock_never_oversold" CHECK("stock_levels"."qty_allocated" >= 0 and "stock_levels"."qty_allocated" <= "stock_levels"."qty_available")
);
--> statement-breakpoint
CREATE TABLE `stock_movements` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`product_id` integer NOT NULL,
	`type` text NOT NULL,
	`qty` integer NOT NULL,
	`reference` text,
	`reason` text,
	`dispatch_id` integer,
	`user_id` integer,
	`created_at` text NOT NULL,
	FOREIGN KEY (`product_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "stock_movements_type" CHECK("stock_movements"."type" in ('PURCHASE_ORDER', 'DISPATCH', 'ORDER_RETURN', 'SUPPLIER_RETURN', 'ADJUSTMENT', 'IMPORT')),
	CONSTRAINT "stock_movements_qty" CHECK("stock_movements"."qty" <> 0)
);
--> statement-breakpoint
CREATE INDEX `stock_movements_by_product` ON `stock_movements` (`product_id`,`id`);