-- Prices of suppliers are kept in tenths of a penny; the database computes the pence from them. Checks follow a renamed column.
ALTER TABLE `products` RENAME COLUMN `supplier_price` TO `supplier_price_tenths`;--> statement-breakpoint
ALTER TABLE `purchase_order_lines` RENAME COLUMN `unit_price` TO `unit_price_tenths`;--> statement-breakpoint
UPDATE `products` SET `supplier_price_tenths` = `supplier_price_tenths` * 10 WHERE `supplier_price_tenths` > 0;--> statement-breakpoint
UPDATE `purchase_order_lines` SET `unit_price_tenths` = `unit_price_tenths` * 10 WHERE `unit_price_tenths` > 0;--> statement-breakpoint
ALTER TABLE `products` ADD `supplier_price` integer GENERATED ALWAYS AS ((("supplier_price_tenths" + 5) / 10)) VIRTUAL;--> statement-breakpoint
ALTER TABLE `purchase_order_lines` ADD `unit_price` integer GENERATED ALWAYS AS ((("unit_price_tenths" + 5) / 10)) VIRTUAL;--> statement-breakpoint
-- A later undo of an import restores the price by the new name.
UPDATE `import_changes` SET `before` = json_set(json_remove(`before`, '$.supplier_price'), '$.supplier_price_tenths', json_extract(`before`, '$.supplier_price') * 10) WHERE `target` = 'product' AND json_type(`before`, '$.supplier_price') IS NOT NULL;--> statement-breakpoint
UPDATE `import_changes` SET `after` = json_set(json_remove(`after`, '$.supplier_price'), '$.supplier_price_tenths', json_extract(`after`, '$.supplier_price') * 10) WHERE `target` = 'product' AND json_type(`after`, '$.supplier_price') IS NOT NULL;
