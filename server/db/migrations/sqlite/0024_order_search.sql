CREATE INDEX `order_lines_by_product` ON `order_lines` (`product_id`,`order_id`);--> statement-breakpoint
CREATE INDEX `order_lines_by_picked_product` ON `order_lines` (`picked_product_id`,`order_id`) WHERE "order_lines"."picked_product_id" is not null;--> statement-breakpoint
CREATE INDEX products_by_upper_sku ON products (upper(sku));
--> statement-breakpoint
CREATE INDEX orders_by_postcode ON orders (upper(replace(json_extract(delivery_address, '$.postcode'), ' ', '')));
--> statement-breakpoint
-- Every three characters of a PO reference, so that any part of it finds its order. The text itself stays with the order.
CREATE VIRTUAL TABLE order_po_parts USING fts5(client_po_reference, tokenize = 'trigram', content = '', contentless_delete = 1);
--> statement-breakpoint
INSERT INTO order_po_parts (rowid, client_po_reference) SELECT id, client_po_reference FROM orders WHERE client_po_reference IS NOT NULL;
--> statement-breakpoint
CREATE TRIGGER order_po_parts_added AFTER INSERT ON orders WHEN NEW.client_po_reference IS NOT NULL BEGIN
  INSERT INTO order_po_parts (rowid, client_po_reference) VALUES (NEW.id, NEW.client_po_reference);
END;
--> statement-breakpoint
CREATE TRIGGER order_po_parts_changed AFTER UPDATE OF client_po_reference ON orders WHEN OLD.client_po_reference IS NOT NEW.client_po_reference BEGIN
  DELETE FROM order_po_parts WHERE rowid = OLD.id;
  INSERT INTO order_po_parts (rowid, client_po_reference) SELECT NEW.id, NEW.client_po_reference WHERE NEW.client_po_reference IS NOT NULL;
END;
--> statement-breakpoint
CREATE TRIGGER order_po_parts_removed AFTER DELETE ON orders WHEN OLD.client_po_reference IS NOT NULL BEGIN
  DELETE FROM order_po_parts WHERE rowid = OLD.id;
END;
