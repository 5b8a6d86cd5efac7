-- The columns bring their checks along: a table that is made anew would lose its triggers.
ALTER TABLE `purchase_order_lines` ADD `source_product_id` integer REFERENCES products(id);--> statement-breakpoint
ALTER TABLE `purchase_order_lines` ADD `qty_out` integer DEFAULT 0 NOT NULL CONSTRAINT "purchase_order_lines_out" CHECK("qty_out" >= 0 and ("qty_out" = 0 or "source_product_id" is not null));--> statement-breakpoint
ALTER TABLE `purchase_order_lines` ADD `decoration` text;--> statement-breakpoint
CREATE INDEX `purchase_order_lines_out_of` ON `purchase_order_lines` (`source_product_id`) WHERE "purchase_order_lines"."qty_out" > 0;--> statement-breakpoint
ALTER TABLE `stock_levels` ADD `qty_at_decorator` integer DEFAULT 0 NOT NULL CONSTRAINT "stock_at_decorator" CHECK("qty_at_decorator" >= 0 and "qty_allocated" + "qty_at_decorator" <= "qty_available");--> statement-breakpoint
DROP TRIGGER purchase_order_lines_stamp;--> statement-breakpoint
CREATE TRIGGER purchase_order_lines_stamp AFTER UPDATE OF product_id, qty_requested, qty_received, qty_cancelled, qty_out, due_on, is_open ON purchase_order_lines BEGIN
  UPDATE purchase_order_lines SET v = (SELECT v FROM sync_clock) WHERE id = NEW.id;
END;
--> statement-breakpoint
-- Lines of work orders send out what they bring back; nothing of them is out.
UPDATE purchase_order_lines SET source_product_id = product_id, qty_out = 0
  WHERE purchase_order_id IN (SELECT id FROM purchase_orders WHERE work_order);
