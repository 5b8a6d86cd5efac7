DROP INDEX `import_mappings_by_name`;--> statement-breakpoint
ALTER TABLE `import_mappings` ADD `api_token_id` integer REFERENCES api_tokens(id);--> statement-breakpoint
CREATE UNIQUE INDEX `import_mappings_of_account` ON `import_mappings` (`type`,`name`,`account_id`) WHERE "import_mappings"."account_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `import_mappings_of_office` ON `import_mappings` (`type`,`name`) WHERE "import_mappings"."account_id" is null;--> statement-breakpoint
ALTER TABLE `audit` ADD `api_token_id` integer REFERENCES api_tokens(id);--> statement-breakpoint
ALTER TABLE `audit` ADD `import_id` integer REFERENCES imports(id);