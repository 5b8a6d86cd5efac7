CREATE TABLE `pick_line_holders` (
	`pick_line_id` integer NOT NULL,
	`device` text DEFAULT '' NOT NULL,
	`product_id` integer NOT NULL,
	`user_id` integer,
	`qty_held` integer DEFAULT 0 NOT NULL,
	`qty_counted` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`pick_line_id`, `device`, `product_id`),
	FOREIGN KEY (`pick_line_id`) REFERENCES `pick_lines`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`product_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "pick_line_holders_qty" CHECK("pick_line_holders"."qty_held" >= 0 and "pick_line_holders"."qty_counted" >= 0)
);
--> statement-breakpoint
CREATE INDEX `pick_line_holders_by_product` ON `pick_line_holders` (`product_id`);--> statement-breakpoint
CREATE INDEX `pick_line_holders_of_user` ON `pick_line_holders` (`user_id`) WHERE "pick_line_holders"."user_id" is not null;--> statement-breakpoint
DROP INDEX `shelf_tasks_once`;--> statement-breakpoint
CREATE UNIQUE INDEX `shelf_tasks_once` ON `shelf_tasks` (`pick_line_id`,`device`,`product_id`);
--> statement-breakpoint
INSERT INTO pick_line_holders (pick_line_id, device, product_id, user_id, qty_held, qty_counted)
  SELECT line.id, coalesce(line.picked_device, ''), line.product_id, line.picked_by, line.qty_picked, line.qty_picked
  FROM pick_lines line JOIN picks ON picks.id = line.pick_id
  WHERE line.qty_picked > 0 AND picks.state NOT IN ('shipped', 'closed');
--> statement-breakpoint
INSERT INTO pick_line_holders (pick_line_id, device, product_id, qty_held, qty_counted)
  SELECT pick_line_id, device, product_id, qty, 0 FROM shelf_tasks WHERE done_at IS NULL
  ON CONFLICT (pick_line_id, device, product_id) DO UPDATE SET qty_held = pick_line_holders.qty_held + excluded.qty_held;
--> statement-breakpoint
CREATE TRIGGER pick_line_holders_stamp_new AFTER INSERT ON pick_line_holders BEGIN
  UPDATE pick_lines SET v = (SELECT v FROM sync_clock) WHERE id = NEW.pick_line_id;
END;
--> statement-breakpoint
CREATE TRIGGER pick_line_holders_stamp AFTER UPDATE OF user_id, qty_counted ON pick_line_holders WHEN OLD.user_id IS NOT NEW.user_id OR OLD.qty_counted IS NOT NEW.qty_counted BEGIN
  UPDATE pick_lines SET v = (SELECT v FROM sync_clock) WHERE id = NEW.pick_line_id;
END;
