CREATE INDEX "order_lines_by_product" ON "order_lines" USING btree ("product_id","order_id");--> statement-breakpoint
CREATE INDEX "order_lines_by_picked_product" ON "order_lines" USING btree ("picked_product_id","order_id") WHERE "order_lines"."picked_product_id" is not null;--> statement-breakpoint
CREATE INDEX products_by_upper_sku ON products ((upper(sku)) COLLATE "C");
--> statement-breakpoint
CREATE INDEX orders_by_postcode ON orders ((upper(replace(delivery_address ->> 'postcode', ' ', ''))) COLLATE "C");
--> statement-breakpoint
-- Every three characters of a PO reference, so that any part of it finds its order.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE INDEX order_po_parts ON orders USING gin (client_po_reference gin_trgm_ops);
