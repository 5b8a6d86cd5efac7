ALTER TABLE `orders` RENAME COLUMN `hand` TO `last_edit`;--> statement-breakpoint
ALTER TABLE `order_lines` RENAME COLUMN `hand` TO `last_edit`;--> statement-breakpoint
ALTER TABLE `dispatches` RENAME COLUMN `booking_round` TO `booking_attempt`;--> statement-breakpoint
DROP INDEX `picks_one_open_round`;--> statement-breakpoint
CREATE UNIQUE INDEX `picks_one_open_pick` ON `picks` (`order_id`) WHERE "picks"."state" not in ('shipped', 'closed');
