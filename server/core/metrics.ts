import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** The registry of this process's Prometheus metrics. */
export const registry = new Registry();
collectDefaultMetrics({ register: registry });

export const requestSeconds = new Histogram({
  name: 'kitroom_request_seconds',
  help: 'Time to answer a request, by method, route and status.',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3],
  registers: [registry],
});

/** The number of requests in progress, which is read when the metrics are requested. */
export const underWay = { requests: 0 };
new Gauge({
  name: 'kitroom_requests_under_way',
  help: 'Requests being answered now.',
  registers: [registry],
  collect() {
    this.set(underWay.requests);
  },
});

export const failures = new Counter({ name: 'kitroom_failures_total', help: 'Requests answered with a 5xx.', registers: [registry] });
