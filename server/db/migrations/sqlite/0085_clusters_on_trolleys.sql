CREATE TABLE `cluster_picks` (
	`pick_id` integer PRIMARY KEY NOT NULL,
	`cluster` text NOT NULL,
	`position` integer NOT NULL,
	FOREIGN KEY (`pick_id`) REFERENCES `picks`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "cluster_picks_on_trolley" CHECK("cluster_picks"."position" between 1 and 12)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `cluster_picks_position` ON `cluster_picks` (`cluster`,`position`);--> statement-breakpoint
CREATE TABLE `pick_full_totes` (
	`pick_id` integer NOT NULL,
	`tote` text NOT NULL,
	PRIMARY KEY(`pick_id`, `tote`),
	FOREIGN KEY (`pick_id`) REFERENCES `picks`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `pick_full_totes_by_tote` ON `pick_full_totes` (`tote`);
--> statement-breakpoint
CREATE TRIGGER cluster_picks_stamp_new AFTER INSERT ON cluster_picks BEGIN
  UPDATE picks SET v = (SELECT v FROM sync_clock) WHERE id = NEW.pick_id;
END;
--> statement-breakpoint
CREATE TRIGGER cluster_picks_stamp_gone AFTER DELETE ON cluster_picks BEGIN
  UPDATE picks SET v = (SELECT v FROM sync_clock) WHERE id = OLD.pick_id;
END;
--> statement-breakpoint
CREATE TRIGGER pick_full_totes_stamp_new AFTER INSERT ON pick_full_totes BEGIN
  UPDATE picks SET v = (SELECT v FROM sync_clock) WHERE id = NEW.pick_id;
END;
--> statement-breakpoint
CREATE TRIGGER pick_full_totes_stamp_gone AFTER DELETE ON pick_full_totes BEGIN
  UPDATE picks SET v = (SELECT v FROM sync_clock) WHERE id = OLD.pick_id;
END;
