ALTER TABLE `import_mappings` ADD `reading` text;--> statement-breakpoint
ALTER TABLE `imports` ADD `reading` text;--> statement-breakpoint
ALTER TABLE `imports` ADD `shown` text;