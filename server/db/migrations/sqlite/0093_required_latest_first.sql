-- SQLite reads the index `orders_by_required` in both directions, so that it needs no second one.
DROP INDEX IF EXISTS `orders_by_required_desc`;
