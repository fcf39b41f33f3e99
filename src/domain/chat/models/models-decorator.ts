import { LanguageModels } from './ports.ts';

/** Models whose replies go through something; what is known of them stays as it is. */
export abstract class ModelsDecorator extends LanguageModels {
  constructor(private readonly decorated: LanguageModels) {
    super();
  }

  list(): ReturnType<LanguageModels['list']> {
    return this.decorated.list();
  }

  catalogue(): ReturnType<LanguageModels['catalogue']> {
    return this.decorated.catalogue();
  }

  routeOf(model: string): ReturnType<LanguageModels['routeOf']> {
    return this.decorated.routeOf(model);
  }
}
