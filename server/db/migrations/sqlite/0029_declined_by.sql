ALTER TABLE `orders` ADD `declined_by` integer REFERENCES users(id);--> statement-breakpoint
UPDATE `orders` SET `declined_by` = (SELECT `who_id` FROM `audit` WHERE `on_type` = 'order' AND `on_id` = `orders`.`id` AND `what` = 'order.declined' ORDER BY `audit`.`id` DESC LIMIT 1) WHERE `declined_reason` IS NOT NULL;
