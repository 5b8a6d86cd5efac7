CREATE INDEX `consignments_by_number` ON `consignments` (`consignment_number`);--> statement-breakpoint
CREATE INDEX `dispatches_by_state` ON `dispatches` (`state`,`id`);--> statement-breakpoint
CREATE INDEX `dispatches_by_account` ON `dispatches` (`account_id`,`id`);--> statement-breakpoint
CREATE INDEX `dispatches_by_site` ON `dispatches` (`site_id`,`id`);