ALTER TABLE `dispatches` ADD `delivered_on` text;--> statement-breakpoint
ALTER TABLE `dispatches` ADD `delivered_at` text;--> statement-breakpoint
ALTER TABLE `dispatches` ADD `delivered_by` integer REFERENCES users(id);--> statement-breakpoint
ALTER TABLE `dispatches` ADD `delivery_source` text CONSTRAINT "dispatches_delivered" CHECK((`delivered_on` is null and `delivered_at` is null and `delivery_source` is null and `delivered_by` is null)
        or (`delivered_on` is not null and `delivered_at` is not null and `delivery_source` in ('client', 'office', 'carrier')
          and `dispatched_at` is not null and `delivered_on` >= substr(`dispatched_at`, 1, 10)));--> statement-breakpoint
ALTER TABLE `dispatches` ADD `not_arrived_at` text;--> statement-breakpoint
ALTER TABLE `dispatches` ADD `not_arrived_by` integer CONSTRAINT "dispatches_reported" CHECK((`not_arrived_at` is null) = (`not_arrived_by` is null) and (`not_arrived_at` is null or `dispatched_at` is not null)) REFERENCES users(id);--> statement-breakpoint
CREATE INDEX `dispatches_not_arrived` ON `dispatches` (`not_arrived_at`) WHERE "dispatches"."not_arrived_at" is not null and "dispatches"."delivered_on" is null;--> statement-breakpoint
CREATE INDEX `dispatches_of_recipient` ON `dispatches` (`delivered_by`) WHERE "dispatches"."delivered_by" is not null;--> statement-breakpoint
CREATE INDEX `dispatches_of_reporter` ON `dispatches` (`not_arrived_by`) WHERE "dispatches"."not_arrived_by" is not null;
