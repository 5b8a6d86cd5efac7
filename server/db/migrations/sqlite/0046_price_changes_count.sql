ALTER TABLE `price_changes` ADD `prices` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE `price_changes` SET `prices` = json_array_length(`product_ids`);
