/** What runs in the images of the examples. */

/** What runs in their images, as far as their tests ask. */
export const models = [
  { image: 'vllm/vllm-openai:v0.11.0', words: ['The ', 'capital ', 'of ', 'France ', 'is ', 'Paris', '.'] },
  {
    also: {
      'GET /system_stats': { devices: [{ type: 'cuda' }] },
      'POST /embed': [Array.from({ length: 768 }, (_, index) => index / 768)],
    },
  },
].reverse();
