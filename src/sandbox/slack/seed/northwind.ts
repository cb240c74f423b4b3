import type { Seed } from './seed.ts';

export const northwind: Seed = { teams: [] };
