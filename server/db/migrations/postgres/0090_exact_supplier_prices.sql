-- Prices of suppliers are kept in tenths of a penny; the database computes the pence from them. Checks follow a renamed column.
ALTER TABLE "products" RENAME COLUMN "supplier_price" TO "supplier_price_tenths";--> statement-breakpoint
ALTER TABLE "purchase_order_lines" RENAME COLUMN "unit_price" TO "unit_price_tenths";--> statement-breakpoint
UPDATE "products" SET "supplier_price_tenths" = "supplier_price_tenths" * 10 WHERE "supplier_price_tenths" > 0;--> statement-breakpoint
UPDATE "purchase_order_lines" SET "unit_price_tenths" = "unit_price_tenths" * 10 WHERE "unit_price_tenths" > 0;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "supplier_price" bigint GENERATED ALWAYS AS ((("supplier_price_tenths" + 5) / 10)) STORED;--> statement-breakpoint
ALTER TABLE "purchase_order_lines" ADD COLUMN "unit_price" bigint GENERATED ALWAYS AS ((("unit_price_tenths" + 5) / 10)) STORED;--> statement-breakpoint
-- A later undo of an import restores the price by the new name.
UPDATE "import_changes" SET "before" = ("before" - 'supplier_price') || jsonb_build_object('supplier_price_tenths', ("before" ->> 'supplier_price')::bigint * 10) WHERE "target" = 'product' AND jsonb_exists("before", 'supplier_price');--> statement-breakpoint
UPDATE "import_changes" SET "after" = ("after" - 'supplier_price') || jsonb_build_object('supplier_price_tenths', ("after" ->> 'supplier_price')::bigint * 10) WHERE "target" = 'product' AND jsonb_exists("after", 'supplier_price');
