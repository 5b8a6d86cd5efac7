DROP INDEX `orders_newest`;--> statement-breakpoint
CREATE INDEX `orders_newest` ON `orders` (`submitted_at`,`id`,`status`,`account_id`,`delivery_site_id`,`requester_id`,`client_po_reference`) WHERE "orders"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX `users_by_name` ON `users` (`surname`,`forenames`,`id`,`role`) WHERE "users"."deleted_at" is null;
--> statement-breakpoint
DROP INDEX orders_by_postcode;
--> statement-breakpoint
CREATE INDEX orders_by_postcode ON orders (upper(replace(json_extract(delivery_address, '$.postcode'), ' ', ''))) WHERE deleted_at IS NULL;
